import { createTexts } from '../../../../platform/texts.ts';
import type enGB from './en-GB.json';

export const translatorFor = createTexts<typeof enGB>(new URL('.', import.meta.url));
export type Translate = ReturnType<typeof translatorFor>;
