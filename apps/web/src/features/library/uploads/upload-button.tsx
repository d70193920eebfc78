import { Button, type ButtonProps } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { activationQuery } from '#/features/library/state/index.ts';
import classes from './upload-button.module.css';

type Props = ButtonProps & { onPress: () => void };

/** A button that adds photos. While disabled it can still be focused, and says why. */
export function UploadButton({ onPress, ...button }: Props) {
  const reasonId = useId();
  const disabledReason = useUploadsDisabledReason();
  if (disabledReason === null) return <Button {...button} onClick={onPress} />;
  return (
    <span className={classes.slot}>
      <Button {...button} className={classes.off} data-disabled aria-disabled aria-describedby={reasonId} />
      <span id={reasonId} role="tooltip" className={classes.reason}>
        {disabledReason}
      </span>
    </span>
  );
}

/**
 * Why photos cannot be added at present, or null; used by everything that adds photos. None can be added while the whole
 * library is being deleted; uploads in progress are still accepted and stay.
 */
export function useUploadsDisabledReason(): string | null {
  const { t } = useTranslation();
  const { data } = useQuery(activationQuery);
  return data?.status === 'DELETING' ? t('activation.deleting') : null;
}
