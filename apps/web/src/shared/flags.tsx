import {
  type AppConfiguration,
  FEATURE_FLAGS,
  type FeatureFlag,
} from '@keepsake/contracts/frame/configuration';
import { Outlet, useMatches } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useConfiguration } from './configuration.tsx';
import { useIsBusiness } from './customer-query.ts';
import { deviceStorage, visitStorage } from './surviving-storage.ts';

type KeyValue = Pick<Storage, 'getItem' | 'setItem'>;

/** Sources of a flag: local storage, session storage and the configuration's host lists. */
type FlagSources = {
  host: string;
  hostLists: Record<string, string[]>;
  local: KeyValue;
  visit: KeyValue;
};

const PREFIX = 'PhotoManagement';

/** The long name first; the short name, which one of the documents uses, works as well [FLG-07, FLG-08]. */
function namesOf(flag: FeatureFlag): string[] {
  return flag.startsWith(PREFIX) ? [flag, flag.slice(PREFIX.length)] : [flag];
}

/** A flag is on if local storage, the remembered query or a host list turns it on [FLG-01..FLG-03]. */
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

/** Keeps flags from a query string for the rest of the visit, so that they survive sign-in and navigation. */
export function rememberQueryFlags(search: string, visit: KeyValue): void {
  const query = new URLSearchParams(search);
  for (const name of FEATURE_FLAGS.flatMap(namesOf)) {
    const value = query.get(name);
    if (value !== null) visit.setItem(name, String(value === '' || value === 'true'));
  }
}

/** Whether a flag is on for this customer on this host. */
export function isOnHere(flag: FeatureFlag, { featureFlags }: AppConfiguration): boolean {
  return isFlagOn(flag, {
    host: window.location.hostname,
    hostLists: featureFlags,
    local: deviceStorage,
    visit: visitStorage,
  });
}

/** Returns a function that tells whether a flag is on for this customer on this host. */
export function useFlags(): (flag: FeatureFlag) => boolean {
  const configuration = useConfiguration();
  return (flag) => isOnHere(flag, configuration);
}

/** Whether one flag is on. */
export function useFlag(flag: FeatureFlag): boolean {
  return useFlags()(flag);
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The flag a route requires. */
    flag?: FeatureFlag;
    /** Whether a route is for business customers only [B2B-07]. */
    isForBusiness?: boolean;
  }
}

/** Whether all flags required by the matched routes are on. */
function useIsAddressOn(): boolean {
  const isFlagOn = useFlags();
  return useMatches({
    select: (matches) => matches.every(({ staticData: { flag } }) => !flag || isFlagOn(flag)),
  });
}

/**
 * Renders the matched page; `otherwise` if one of its flags is off, or if it is for business customers only and this is none.
 */
export function FlaggedOutlet({ otherwise }: { otherwise: ReactNode }) {
  const { isBusiness, isKnown } = useIsBusiness();
  const isOn = useIsAddressOn();
  const isForBusiness = useMatches({
    select: (matches) => matches.some(({ staticData }) => staticData.isForBusiness),
  });
  if (isOn && isForBusiness && !isBusiness && !isKnown) return null;
  return isOn && (isBusiness || !isForBusiness) ? <Outlet /> : otherwise;
}
