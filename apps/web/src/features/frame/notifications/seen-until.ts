import { createStoredValue } from '#/shared/storage/stored-value.ts';

/** The instant of the newest notification that the customer looked at on this device; '' for none. */
export const seenUntil = createStoredValue<string>({
  key: 'notificationsSeenUntil',
  parse: (saved) => (saved && !Number.isNaN(Date.parse(saved)) ? saved : ''),
  format: (at) => at,
});
