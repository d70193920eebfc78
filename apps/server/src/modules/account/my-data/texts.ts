import { createTexts } from '../../../platform/texts.ts';
import { channelOrDefault } from '../../frame/channels/index.ts';
import type { ArchiveRow } from './store.ts';
import type enGB from './texts/en-GB.json';

export const translatorFor = createTexts<typeof enGB>(new URL('./texts/', import.meta.url));

/** The texts of an archive, in its language and in the wording of its brand. */
export const textsOf = ({ locale, channel }: Pick<ArchiveRow, 'locale' | 'channel'>) =>
  translatorFor(locale, channelOrDefault(channel).id);
