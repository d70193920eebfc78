import { Button, Textarea, TextInput } from '@mantine/core';
import '@mantine/core/styles/Input.layer.css';
import { useTranslation } from 'react-i18next';
import { useForm } from '#/shared/use-form.ts';
import { type Declared, type DeclaredOrder, type FieldName, faultsOf } from './declaration.ts';
import { ProductChoice } from './product-choice.tsx';
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
