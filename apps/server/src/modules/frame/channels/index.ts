export {
  addressOfPage,
  brandOriginsFor,
  channelOf,
  channels,
  defaultChannel,
  findChannel,
  loadChannels,
  resolveChannel,
  serviceOriginsFor,
} from './channels.ts';
export type { Channel } from './channels-file.ts';
export { checkChannels, NOTE } from './check-channels.ts';
export { imprintOf, pictureOf, returnAddressOf, serviceHostOf, toPublicChannel } from './rules.ts';
export { webTextsOf } from './web-texts.ts';
