import { PAGE_SETTINGS_ID } from '@keepsake/contracts/platform/start-of-page';
import type { Settings } from '#/shared/configuration.tsx';
import { fieldsOf, parseJson } from '#/shared/json.ts';

/**
 * The settings embedded in the page, or null if this visit has requested another channel than the page was rendered for. Only
 * their outline is checked, because the page and its scripts are from the same release.
 */
export function readEmbeddedSettings(requestedChannel: string | null): Settings | null {
  const text = document.getElementById(PAGE_SETTINGS_ID)?.textContent;
  const embedded = parseJson(text ?? null);
  if (!isSettings(embedded)) return null;
  return requestedChannel === null || requestedChannel === embedded.configuration.channel ? embedded : null;
}

function isSettings(value: unknown): value is Settings {
  const { configuration, channel } = fieldsOf(value);
  return typeof fieldsOf(configuration).channel === 'string' && typeof channel === 'object';
}

const REMEMBERED = 'keepsake.channel';

type KeyValue = Pick<Storage, 'getItem' | 'setItem'>;

/** The channel of `?channel=`, remembered for the visit because sign-in leaves the site and returns; null for the host's own. */
export function requestedChannel(search: string, visit: KeyValue | null): string | null {
  const requested = new URLSearchParams(search).get('channel');
  if (requested !== null) visit?.setItem(REMEMBERED, requested);
  return requested ?? visit?.getItem(REMEMBERED) ?? null;
}
