import { createTexts } from '../../../platform/texts.ts';
import type enGB from './texts/en-GB.json';

/** Names of legal pages, and what stands beside them. */
export const legalTextsFor = createTexts<typeof enGB>(new URL('./texts/', import.meta.url));
