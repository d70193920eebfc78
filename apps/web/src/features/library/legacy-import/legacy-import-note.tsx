import type { ImportProgress } from '@keepsake/contracts/library/legacy-import';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { announcedPercent, ProgressBar } from '#/shared/ui/progress-bar.tsx';
import classes from './legacy-import-note.module.css';
import { useLegacyImport } from './use-legacy-import.ts';

/** Progress of the legacy import, floating over the page so that nothing shifts. */
export default function LegacyImportNote() {
  const { isImporting, progress, tryAgain } = useLegacyImport();
  if (isImporting) return <Progress progress={progress} />;
  return tryAgain && <Stopped onTryAgain={tryAgain} />;
}

function Progress({ progress }: { progress: ImportProgress | undefined }) {
  const { t } = useTranslation();
  const { total = 0, imported = 0, failed = 0 } = progress ?? {};
  const done = imported + failed;
  const percent = total > 0 ? Math.floor((done / total) * 100) : null;
  const label = percent === null ? t('activation.title') : t('activation.progress', { done, total });
  return (
    <section className={classes.note} aria-label={t('activation.title')}>
      <p>{label}</p>
      {percent !== null && <ProgressBar percent={percent} label={label} />}
      <p className={classes.hint}>{t('activation.leave')}</p>
      <p role="status" className={classes.announcement}>
        {t('activation.announced', { percent: announcedPercent(percent ?? 0) })}
      </p>
    </section>
  );
}

function Stopped({ onTryAgain }: { onTryAgain: () => void }) {
  const { t } = useTranslation();
  return (
    <section className={classes.note} aria-label={t('activation.stopped')}>
      <p role="alert">{t('activation.stopped')}</p>
      <p className={classes.hint}>{t('activation.kept')}</p>
      <Button variant="default" onClick={onTryAgain}>
        {t('errors.tryAgain')}
      </Button>
    </section>
  );
}
