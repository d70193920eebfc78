import { Button, type ButtonProps } from '@mantine/core';
import { useId } from 'react';
import classes from './adding-button.module.css';
import { useWhyNotAdding } from './use-why-not-adding.ts';

type Props = ButtonProps & { onPress: () => void };

/** A way to add photos. While none can be added it can still be reached, and says why. */
export function AddingButton({ onPress, ...button }: Props) {
  const reasonId = useId();
  const whyNot = useWhyNotAdding();
  if (whyNot === null) return <Button {...button} onClick={onPress} />;
  return (
    <span className={classes.slot}>
      <Button {...button} className={classes.off} data-disabled aria-disabled aria-describedby={reasonId} />
      <span id={reasonId} role="tooltip" className={classes.reason}>
        {whyNot}
      </span>
    </span>
  );
}
