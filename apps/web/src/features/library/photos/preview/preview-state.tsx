import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiProblem } from '#/shared/api/api-problem.ts';
import { useChannel } from '#/shared/configuration.tsx';
import classes from './preview.module.css';
import type { PreviewSequence } from './sequence/preview-sequence.ts';
import stageClasses from './stage/stage.module.css';

/** Characters of a correlation id that customer care needs to find a failure. */
const REFERENCE_LENGTH = 8;

/** The stage, or what stands there without a photo. */
export function PreviewState({ sequence, children }: { sequence: PreviewSequence; children: ReactNode }) {
  const { t } = useTranslation();
  const { customerCareUrl } = useChannel();
  const { status, error, retry } = sequence;
  if (status === 'shown') return children;
  if (status !== 'failed') {
    return (
      <div className={classes.state} role="status" aria-label={t('preview.loading')}>
        <div className={classes.waiting} />
      </div>
    );
  }
  return (
    <div className={classes.state} role="alert">
      <p>{t('preview.loadFailed')}</p>
      <button type="button" className={stageClasses.noticeAction} onClick={retry}>
        {t('preview.tryAgain')}
      </button>
      <a className={classes.link} href={customerCareUrl}>
        {t('errors.contactCustomerCare')}
      </a>
      {error instanceof ApiProblem && (
        <p className={classes.place}>
          {t('errors.reference')} <code>{error.correlationId.slice(0, REFERENCE_LENGTH)}</code>
        </p>
      )}
    </div>
  );
}
