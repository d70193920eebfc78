import { FEATURE_FLAGS, type FeatureFlag } from '@keepsake/contracts';

type KeyValue = Pick<Storage, 'getItem' | 'setItem'>;

/** Where flags are looked up: the customer's storage, this visit's storage and the configuration's host lists. */
export type FlagSources = {
  host: string;
  hostLists: Record<string, string[]>;
  local: KeyValue;
  visit: KeyValue;
};

const PREFIX = 'PhotoManagement';

/** The long name first; the short one that one of the documents uses is accepted [FLG-07, FLG-08]. */
function namesOf(flag: FeatureFlag): string[] {
  return flag.startsWith(PREFIX) ? [flag, flag.slice(PREFIX.length)] : [flag];
}

/** A flag is on if local storage, the remembered query or a list of hosts says so [FLG-01..FLG-03]. */
export function isFlagOn(flag: FeatureFlag, { host, hostLists, local, visit }: FlagSources): boolean {
  return namesOf(flag).some((name) => {
    const hosts = hostLists[name] ?? [];
    return (
      local.getItem(name) === 'true' ||
      visit.getItem(name) === 'true' ||
      hosts.includes(host) ||
      hosts.includes('*')
    );
  });
}

/** Keeps the flags of a query string for the rest of the visit, so that they survive sign-in and navigation. */
export function rememberQueryFlags(search: string, visit: KeyValue): void {
  const query = new URLSearchParams(search);
  for (const name of FEATURE_FLAGS.flatMap(namesOf)) {
    const value = query.get(name);
    if (value !== null) visit.setItem(name, String(value === '' || value === 'true'));
  }
}
