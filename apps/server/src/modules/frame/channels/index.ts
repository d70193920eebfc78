export {
  addressOfOwnPage,
  addressOfPage,
  brandedTexts,
  brandOriginsFor,
  channelOf,
  channelOrDefault,
  channels,
  defaultChannel,
  findChannel,
  legalAddressesOf,
  loadChannels,
  resolveChannel,
  serviceOriginsFor,
} from './channels.ts';
export type { Channel } from './channels-file.ts';
export { checkChannels, NOTE } from './check-channels.ts';
export { companyLinesOf, returnAddressOf } from './company.ts';
export { LEGAL_PATH, legalLinksOf } from './legal-links.ts';
export { pictureOf, serviceHostOf, toPublicChannel } from './public-channel.ts';
export {
  checkServiceChannel,
  checkServiceChannels,
  isChannelId,
  requireChannel,
  requireExactChannel,
} from './require-channel.ts';
export { webTextsOf } from './web-texts.ts';
