const REMEMBERED = 'keepsake.channel';

type KeyValue = Pick<Storage, 'getItem' | 'setItem'>;

/** The channel of `?channel=`, remembered for the visit because sign-in leads away and back; null for the host's own. */
export function askedChannel(search: string, visit: KeyValue | null): string | null {
  const asked = new URLSearchParams(search).get('channel');
  if (asked !== null) visit?.setItem(REMEMBERED, asked);
  return asked ?? visit?.getItem(REMEMBERED) ?? null;
}
