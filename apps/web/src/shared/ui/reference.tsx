import { useTranslation } from 'react-i18next';
import { problemOf } from '../api/api-problem.ts';

/** Number of characters of a correlation id by which customer care can find a failure. */
const REFERENCE_LENGTH = 8;

/** The reference by which customer care finds a failure: that of the failed call, also if it is the cause of this error. */
export function Reference({ error }: { error: unknown }) {
  const { t } = useTranslation();
  const problem = problemOf(error);
  if (!problem) return null;
  return (
    <span>
      {t('errors.reference')} <code>{problem.correlationId.slice(0, REFERENCE_LENGTH)}</code>
    </span>
  );
}
