import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './changed-elsewhere.module.css';

type Props = {
  /** What is saved now, by the labels of the fields. */
  saved: readonly { label: string; value: string }[];
  isSaving: boolean;
  /** Drops what was typed in these fields. */
  onKeep: () => void;
};

/** Says that others have changed fields typed in here, and lets the customer choose; renders nothing if there are none. */
export function ChangedElsewhere({ saved, isSaving, onKeep }: Props) {
  const { t } = useTranslation();
  if (saved.length === 0) return null;
  return (
    <div role="alert" className={classes.notice}>
      <p>{t('changedElsewhere.title')}</p>
      <dl>
        {saved.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <bdi>{value || t('changedElsewhere.nothing')}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      <p>{t('changedElsewhere.replace')}</p>
      <Button variant="default" disabled={isSaving} onClick={onKeep}>
        {t('changedElsewhere.keep')}
      </Button>
    </div>
  );
}
