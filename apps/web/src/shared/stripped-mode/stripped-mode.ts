const NAME = 'stripped';

/** Keeps `?stripped=true` for the rest of the visit, so that it survives sign-in and navigation [ALD-15]. */
export function rememberStrippedMode(search: string, visit: Pick<Storage, 'setItem'>): void {
  const asked = new URLSearchParams(search).get(NAME);
  if (asked !== null) visit.setItem(NAME, String(asked === 'true'));
}

/** Whether pages are shown without what leads out of them, as inside an app of the retailer's. */
export function isStripped(visit: Pick<Storage, 'getItem'> = window.sessionStorage): boolean {
  return visit.getItem(NAME) === 'true';
}
