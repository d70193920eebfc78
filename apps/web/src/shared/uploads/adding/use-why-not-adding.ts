import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { activationQuery } from '../../legacy-import.ts';

/**
 * Why no photos can be added now, null while they can: every way to add some asks this. While the whole library is being
 * deleted none is offered; what is on its way already is taken, and stays.
 */
export function useWhyNotAdding(): string | null {
  const { t } = useTranslation();
  const { data } = useQuery(activationQuery);
  return data?.status === 'DELETING' ? t('activation.deleting') : null;
}
