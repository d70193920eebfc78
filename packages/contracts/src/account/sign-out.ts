import { endpoint } from '../platform/endpoint.ts';

/**
 * Revokes the caller's access token on every node, before a retailer's own provider is asked to end its session, so that it is
 * refused whether that provider notifies us or not. Absent where accounts are kept here.
 */
export const endSession = endpoint({
  name: 'endSession',
  service: 'identity',
  method: 'POST',
  path: '/sessions/own/actions/end',
  isForClosed: true,
});
