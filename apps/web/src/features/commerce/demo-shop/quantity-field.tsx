import { Button } from '@mantine/core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './quantity-field.module.css';

const MOST = 99;

type QuantityProps = { quantity: number; onChange: (quantity: number) => void };

/** How many prints are made of each photo. */
export function QuantityField({ quantity, onChange }: QuantityProps) {
  const { t } = useTranslation();
  const labelId = useId();
  return (
    <fieldset className={classes.field} aria-labelledby={labelId}>
      <span id={labelId} className={classes.label}>
        {t('demoShop.quantity')}
      </span>
      <Button
        variant="default"
        aria-label={t('demoShop.fewer')}
        disabled={quantity <= 1}
        onClick={() => onChange(quantity - 1)}
      >
        −
      </Button>
      <output className={classes.number}>{quantity}</output>
      <Button
        variant="default"
        aria-label={t('demoShop.more')}
        disabled={quantity >= MOST}
        onClick={() => onChange(quantity + 1)}
      >
        +
      </Button>
    </fieldset>
  );
}
