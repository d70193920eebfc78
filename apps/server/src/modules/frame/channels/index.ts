export { channels, defaultChannel, loadChannels } from './channels.ts';
export type { Channel } from './channels-file.ts';
export { checkChannels, NOTE } from './check-channels.ts';
export {
  addressOfPage,
  brandOriginsFor,
  channelOf,
  findChannel,
  imprintOf,
  pictureOf,
  resolveChannel,
  serviceHostOf,
  serviceOriginsFor,
  toPublicChannel,
} from './rules.ts';
export { webTextsOf } from './web-texts.ts';
