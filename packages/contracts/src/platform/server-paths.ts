/**
 * First parts of the addresses that the server answers itself: an unknown address below one is a 404. All others are pages of the
 * web app. `npm run dev` passes the same ones on to the server.
 */
export const SERVER_PATHS = [
  ...['api', 'media', 'oidc', 'identity', 'backchannel-logout', 'operator', '.well-known'],
  ...['config.json', 'channels', 'locales', 'schemas', 'robots.txt', 'sitemap.xml'],
  ...['w', 'u', 'gallery', 'legal', 'no-mails', 'test-receiver'],
  ...['docs', 'health', 'metrics', 'outbox', 'outbox.json'],
];

/** Whether the server answers the address itself. */
export function isServerPath(pathname: string): boolean {
  return SERVER_PATHS.includes(pathname.split('/')[1] ?? '');
}
