export { type Channel, channels, defaultChannel } from './channels.ts';
export {
  addressOfPage,
  brandOriginsFor,
  channelOf,
  findChannel,
  resolveChannel,
  serviceHostOf,
  toPublicChannel,
} from './rules.ts';
