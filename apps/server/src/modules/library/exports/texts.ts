import { createTexts } from '../../../platform/texts.ts';
import { channelOrDefault } from '../../frame/channels/index.ts';
import type { ExportRow } from './store.ts';
import type enGB from './texts/en-GB.json';

export const translatorFor = createTexts<typeof enGB>(new URL('./texts/', import.meta.url));
export type Translate = ReturnType<typeof translatorFor>;

/** The texts of an export, in its language and in the wording of its brand. */
export const textsOf = ({ locale, channel }: Pick<ExportRow, 'locale' | 'channel'>) =>
  translatorFor(locale, channelOrDefault(channel).id);
