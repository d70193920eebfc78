import type { FeatureFlag } from '@keepsake/contracts';
import { useConfiguration } from '../configuration/configuration-context.ts';
import { isFlagOn } from './flags.ts';

/** Whether a feature is on for this customer, here and now. */
export function useFlag(flag: FeatureFlag): boolean {
  const { featureFlags } = useConfiguration();
  return isFlagOn(flag, {
    host: window.location.hostname,
    hostLists: featureFlags,
    local: window.localStorage,
    visit: window.sessionStorage,
  });
}
