import { createTexts } from '../../../platform/texts.ts';
import { brandedTexts } from '../../frame/channels/index.ts';
import type enGB from './texts/en-GB.json';

export const translatorFor = createTexts<typeof enGB>(new URL('./texts/', import.meta.url));

/** The texts of an archive, in its language and in the wording of its brand. */
export const textsOf = brandedTexts(translatorFor);
