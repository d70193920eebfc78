import type { DemoProduct } from '@keepsake/contracts';
import { useTranslation } from 'react-i18next';
import { formatPrice } from '#/shared/format/numbers.ts';
import { useLocale } from '#/shared/format/use-locale.ts';
import classes from './format-choice.module.css';

type FormatChoiceProps = {
  shop: { currency: string; products: readonly DemoProduct[] };
  /** Code of the chosen one. */
  chosen: string;
  onChoose: (code: string) => void;
};

/** The sizes that photos are printed in. */
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
