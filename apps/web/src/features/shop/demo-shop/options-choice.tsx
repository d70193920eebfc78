import { type ChosenOptions, optionsMade } from '@keepsake/contracts/creations/article-options';
import { formatPrice } from '@keepsake/contracts/platform/currencies';
import type { DemoProduct } from '@keepsake/contracts/shop/demo-shop';
import { useTranslation } from 'react-i18next';
import { useLocale } from '#/shared/format.ts';
import { Select } from '#/shared/ui/select.tsx';
import classes from './options-choice.module.css';

type Props = {
  product: Pick<DemoProduct, 'options'>;
  currency: string;
  chosen: ChosenOptions | undefined;
  onChoose: (chosen: ChosenOptions) => void;
};

/** Chooses paper, frame and cover where there is a choice, each with its surcharge. */
export function OptionsChoice({ product, currency, chosen, onChoose }: Props) {
  const { t } = useTranslation();
  const locale = useLocale();
  const made = optionsMade(product.options, chosen);
  return product.options
    .filter(({ options }) => options.length > 1)
    .map(({ group, options }) => (
      <div key={group} className={classes.choice}>
        <span className={classes.label} aria-hidden="true">
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
