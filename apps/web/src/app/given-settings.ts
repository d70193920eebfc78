import { PAGE_SETTINGS_ID } from '@keepsake/contracts';
import type { Settings } from '#/shared/configuration.tsx';

/**
 * What the server wrote into the page, unless the visit has asked for another channel than the page was made for. The page names
 * the scripts of the same release, so that what stands in it is not checked again.
 */
export function readGivenSettings(askedChannel: string | null): Settings | null {
  const text = document.getElementById(PAGE_SETTINGS_ID)?.textContent;
  if (!text) return null;
  const given: Settings = JSON.parse(text);
  return askedChannel === null || askedChannel === given.configuration.channel ? given : null;
}

const REMEMBERED = 'keepsake.channel';

type KeyValue = Pick<Storage, 'getItem' | 'setItem'>;

/** The channel of `?channel=`, remembered for the visit because sign-in leads away and back; null for the host's own. */
export function askedChannel(search: string, visit: KeyValue | null): string | null {
  const asked = new URLSearchParams(search).get('channel');
  if (asked !== null) visit?.setItem(REMEMBERED, asked);
  return asked ?? visit?.getItem(REMEMBERED) ?? null;
}
