export { type Channel, channels, defaultChannel } from './channels.ts';
export {
  brandOriginsFor,
  findChannel,
  resolveChannel,
  serviceHostOf,
  toPublicChannel,
} from './rules.ts';
