export { type Channel, channels, defaultChannel } from './channels.ts';
export {
  addressOfPage,
  brandOriginsFor,
  channelOf,
  findChannel,
  imprintOf,
  resolveChannel,
  serviceHostOf,
  toPublicChannel,
} from './rules.ts';
