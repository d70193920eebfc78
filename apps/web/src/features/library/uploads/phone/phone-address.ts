import type { PhoneCode } from './phone-transfer-api.ts';

/** What the code says: the phone's page in this channel's look and language, the token where no server sees it. */
export function phoneAddress(
  { pageUrl, token }: Pick<PhoneCode, 'pageUrl' | 'token'>,
  channel: string,
): string {
  const url = new URL(pageUrl);
  url.searchParams.set('channel', channel);
  url.hash = token;
  return url.href;
}
