export { type Channel, channels, defaultChannel } from './channels.ts';
export {
  brandOriginsFor,
  countryOfHost,
  findChannel,
  requireChannelId,
  resolveChannel,
  serviceHostOf,
  toPublicChannel,
} from './rules.ts';
