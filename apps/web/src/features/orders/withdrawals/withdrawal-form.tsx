import { Button, Textarea, TextInput } from '@mantine/core';
import '@mantine/core/styles/Input.layer.css';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDayInSentence, useLocale } from '#/shared/format.ts';
import { useForm } from '#/shared/use-form.ts';
import { type Declared, type DeclaredOrder, type FieldName, faultsOf } from './declaration.ts';
import classes from './withdrawal-page.module.css';

type Props = {
  /** The order whose products can be selected; without it they are typed. */
  order: DeclaredOrder | null;
  isSignedIn: boolean;
  initial: Declared;
  /** What was typed before the second step. */
  typed: Declared;
  onContinue: (declared: Declared) => void;
};

/** What is withdrawn from, by whom, and where the receipt is sent. Fields are validated when left, all of them on submit. */
export function WithdrawalForm({ order, isSignedIn, ...declaring }: Props) {
  const { t } = useTranslation();
  const { form, fieldOf, values, change } = useDeclaration({ order, ...declaring });
  return (
    <form {...form} className={classes.form}>
      <TextInput {...fieldOf('name')} autoComplete="name" maxLength={100} required />
      <TextInput
        {...fieldOf('order')}
        description={order ? undefined : t('withdrawal.orderHelp')}
        autoComplete="off"
        maxLength={64}
        readOnly={order !== null}
        required
      />
      {order ? (
        <ProductChoice
          products={order.products}
          chosen={values.chosen}
          error={fieldOf('products').error}
          onChoose={(chosen) => change({ chosen })}
        />
      ) : (
        <Textarea {...fieldOf('products')} description={t('withdrawal.productsHelp')} rows={3} />
      )}
      <TextInput
        {...fieldOf('email')}
        description={isSignedIn ? undefined : t('withdrawal.emailHelp')}
        type="email"
        autoComplete="email"
        maxLength={254}
        required
      />
      <Button type="submit" size="md" className={classes.main}>
        {t('withdrawal.continue')}
      </Button>
    </form>
  );
}

function useDeclaration({ order, initial, typed, onContinue }: Omit<Props, 'isSignedIn'>) {
  const { t } = useTranslation();
  const { textField, isWrong, ...form } = useForm({
    initial,
    typed,
    faultsOf: (declared) => faultsOf(declared, order),
    judging: 'left',
    // The next step holds it.
    unsaved: { failure: null },
    onSubmit: onContinue,
  });
  /** Properties of the input of one part. */
  const fieldOf = (name: FieldName) => ({
    ...textField(name),
    label: t(`withdrawal.field.${name}`),
    error: isWrong(name) ? t(`withdrawal.fault.${name}`) : null,
  });
  return { ...form, fieldOf };
}

type Product = DeclaredOrder['products'][number];
type ChoiceProps = {
  products: readonly Product[];
  /** Indices of the products. */
  chosen: readonly number[];
  error: string | null;
  onChoose: (chosen: number[]) => void;
};

/** The products of an order: those that can be withdrawn from with the last day, the others with the reason. */
function ProductChoice({ products, chosen, error, onChoose }: ChoiceProps) {
  const { t } = useTranslation();
  const errorId = useId();
  return (
    <fieldset className={classes.products} aria-describedby={error ? errorId : undefined}>
      <legend className={classes.legend}>{t('withdrawal.field.products')}</legend>
      {products.map((product, place) => {
        const isOpen = product.right.state === 'open';
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: codes are not unique, and positions do not change
          <label key={place} className={classes.product} data-off={!isOpen || undefined}>
            <input
              type="checkbox"
              name="products"
              disabled={!isOpen}
              checked={isOpen && chosen.includes(place)}
              onChange={({ currentTarget: { checked } }) =>
                onChoose(
                  checked ? [...chosen, place].sort((a, b) => a - b) : chosen.filter((one) => one !== place),
                )
              }
            />
            <span className={classes.productText}>
              <span>{product.title}</span>
              <span className={classes.detail}>
                <RightWords right={product.right} />
              </span>
            </span>
          </label>
        );
      })}
      {error && (
        <p id={errorId} className={classes.error}>
          {error}
        </p>
      )}
    </fieldset>
  );
}

/** The last day of withdrawal, or the reason why it is not possible. */
function RightWords({ right }: { right: Product['right'] }) {
  const { t } = useTranslation();
  const locale = useLocale();
  switch (right.state) {
    case 'open':
      return right.lastDay === null
        ? t('orders.withdrawal.openAfter', { count: right.days })
        : t('orders.withdrawal.openUntil', { date: formatDayInSentence(right.lastDay, locale) });
    case 'ended':
      return t('orders.withdrawal.ended', { date: formatDayInSentence(right.lastDay, locale) });
    case 'none':
      return t(`orders.noWithdrawal.${right.reason}`);
    default:
      return t(`orders.withdrawal.${right.state}`);
  }
}
