import { endpoint } from './endpoint.ts';

/**
 * Ends the caller's access token here, before a provider of the retailer's own is asked to end its session: it is refused from
 * now on, on every node, whether that provider tells us or not. Absent where the accounts are kept here.
 */
export const endSession = endpoint({
  name: 'endSession',
  service: 'identity',
  method: 'POST',
  path: '/sessions/own/actions/end',
  isForClosed: true,
});
