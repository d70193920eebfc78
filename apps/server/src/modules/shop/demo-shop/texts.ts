import { createTexts } from '../../../platform/texts.ts';
import type enGB from './texts/en-GB.json';

/** What the demo shop writes to customers, in the language of the order's channel. */
export const translatorFor = createTexts<typeof enGB>(new URL('./texts/', import.meta.url));
