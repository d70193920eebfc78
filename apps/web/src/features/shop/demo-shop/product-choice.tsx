import { type ChosenOptions, optionsMade } from '@keepsake/contracts/creations/article-options';
import { formatPrice } from '@keepsake/contracts/platform/currencies';
import type { DemoProduct } from '@keepsake/contracts/shop/demo-shop';
import { Button } from '@mantine/core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocale } from '#/shared/format.ts';
import { Select } from '#/shared/ui/select.tsx';
import classes from './order-panel.module.css';

type FormatChoiceProps = {
  shop: { currency: string; products: readonly DemoProduct[] };
  /** Code of the chosen product. */
  chosen: string;
  onChoose: (code: string) => void;
};

/** Chooses the print size. */
export function FormatChoice({ shop: { currency, products }, chosen, onChoose }: FormatChoiceProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  return (
    <fieldset className={classes.formats}>
      <legend className={classes.legend}>{t('demoShop.format')}</legend>
      {products.map(({ code, width, height, price }) => (
        <label key={code} className={classes.format}>
          <input
            type="radio"
            name="format"
            value={code}
            checked={code === chosen}
            onChange={() => onChoose(code)}
          />
          <span>{t('demoShop.size', { height: height / 10, width: width / 10 })}</span>
          <span className={classes.price}>{formatPrice(price, currency, locale)}</span>
        </label>
      ))}
    </fieldset>
  );
}

type OptionsProps = {
  product: Pick<DemoProduct, 'options'>;
  currency: string;
  chosen: ChosenOptions | undefined;
  onChoose: (chosen: ChosenOptions) => void;
};

/** Chooses paper, frame and cover where there is a choice, each with its surcharge. */
export function OptionsChoice({ product, currency, chosen, onChoose }: OptionsProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const made = optionsMade(product.options, chosen);
  return product.options
    .filter(({ options }) => options.length > 1)
    .map(({ group, options }) => (
      <div key={group} className={classes.option}>
        <span className={classes.optionName} aria-hidden="true">
          {t(`demoShop.options.${group}`)}
        </span>
        <Select
          label={t(`demoShop.options.${group}`)}
          value={made.find((option) => option.group === group)?.id ?? ''}
          choices={options.map(({ id, title, surcharge }) => ({
            value: id,
            label: surcharge > 0 ? `${title} (+ ${formatPrice(surcharge, currency, locale)})` : title,
          }))}
          onChange={(id) => onChoose({ ...chosen, [group]: id })}
        />
      </div>
    ));
}

type Steps = DemoProduct['quantity'];

/** The allowed quantity of a product that is nearest to the one chosen for another product. */
export function withinSteps(quantity: number, { minimum, maximum, step }: Steps): number {
  const steps = Math.round((Math.min(quantity, maximum) - minimum) / step);
  return minimum + Math.max(0, steps) * step;
}

type QuantityProps = {
  /** Text keys. */
  texts: { quantity: string; fewer: string; more: string };
  steps: Steps;
  quantity: number;
  onChange: (quantity: number) => void;
};

/** Chooses the number of prints per photo, or of frames. */
export function QuantityField({ texts, steps, quantity, onChange }: QuantityProps) {
  const { t } = useTranslation();
  const labelId = useId();
  return (
    <fieldset className={classes.field} aria-labelledby={labelId} data-repeats>
      <span id={labelId} className={classes.label}>
        {t(texts.quantity)}
      </span>
      <Button
        variant="default"
        aria-label={t(texts.fewer)}
        disabled={quantity <= steps.minimum}
        onClick={() => onChange(quantity - steps.step)}
      >
        −
      </Button>
      <output className={classes.number}>{quantity}</output>
      <Button
        variant="default"
        aria-label={t(texts.more)}
        disabled={quantity >= steps.maximum}
        onClick={() => onChange(quantity + steps.step)}
      >
        +
      </Button>
    </fieldset>
  );
}
