import { Button, type ButtonProps } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { activationQuery } from '../legacy-import.ts';
import classes from './upload-button.module.css';

type Props = ButtonProps & { onPress: () => void };

/** A way to add photos. While none can be added it can still be reached, and says why. */
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
 * Why no photos can be added now, null while they can: every way to add some asks this. While the whole library is being
 * deleted none is offered; what is on its way already is taken, and stays.
 */
export function useUploadsDisabledReason(): string | null {
  const { t } = useTranslation();
  const { data } = useQuery(activationQuery);
  return data?.status === 'DELETING' ? t('activation.deleting') : null;
}
