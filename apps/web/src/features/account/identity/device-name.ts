import type { AccountEvent } from '@keepsake/contracts/account/account-events';
import { useTranslation } from 'react-i18next';

/** The name a customer knows a device by: 'Safari · iOS', or a text for an unidentified one. */
export function useDeviceName({
  browser,
  system,
  device,
}: Pick<AccountEvent, 'browser' | 'system' | 'device'>) {
  const { t } = useTranslation();
  const named = [browser, system].filter((one) => one !== null);
  return named.length > 0 ? named.join(' · ') : t(`sessions.device.${device ?? 'unknown'}`);
}
