import type { FeatureFlag } from '@keepsake/contracts';
import { useConfiguration } from '../configuration/configuration-context.ts';
import { isFlagOn } from './flags.ts';

/** The question whether a feature is on for this customer, here and now. */
export function useFlags(): (flag: FeatureFlag) => boolean {
  const { featureFlags } = useConfiguration();
  return (flag) =>
    isFlagOn(flag, {
      host: window.location.hostname,
      hostLists: featureFlags,
      local: window.localStorage,
      visit: window.sessionStorage,
    });
}

/** Whether one feature is on. */
export function useFlag(flag: FeatureFlag): boolean {
  return useFlags()(flag);
}
