import { Button, Textarea, TextInput } from '@mantine/core';
import '@mantine/core/styles/Input.layer.css';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Declared, type DeclaredOrder, type FieldName, faultsOf } from './declaration.ts';
import { ProductChoice } from './product-choice.tsx';
import classes from './withdrawal-page.module.css';

type Props = {
  /** The order whose products can be selected; without it they are typed. */
  order: DeclaredOrder | null;
  isSignedIn: boolean;
  declared: Declared;
  onChange: (declared: Declared) => void;
  onContinue: () => void;
};

/** What is withdrawn from, by whom, and where the receipt is sent. Fields are validated on blur, all of them on submit. */
export function WithdrawalForm({ order, isSignedIn, declared, onChange, onContinue }: Props) {
  const { t } = useTranslation();
  const form = useRef<HTMLFormElement>(null);
  const [judged, setJudged] = useState<readonly FieldName[]>([]);
  const faults = faultsOf(declared, order);

  function submit(event: FormEvent) {
    event.preventDefault();
    setJudged(['name', 'order', 'products', 'email']);
    const [first] = faults;
    if (!first) return onContinue();
    form.current?.querySelector<HTMLElement>(`[name="${first}"]:not(:disabled)`)?.focus();
  }
  const errorOf = (name: FieldName) =>
    judged.includes(name) && faults.includes(name) ? t(`withdrawal.fault.${name}`) : null;
  const fieldOf = (name: 'name' | 'order' | 'email' | 'products') => ({
    name,
    label: t(`withdrawal.field.${name}`),
    value: declared[name],
    error: errorOf(name),
    onChange: (event: { currentTarget: { value: string } }) =>
      onChange({ ...declared, [name]: event.currentTarget.value }),
    onBlur: () => setJudged((before) => [...before, name]),
  });
  return (
    <form ref={form} className={classes.form} onSubmit={submit} noValidate>
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
          chosen={declared.chosen}
          error={errorOf('products')}
          onChoose={(chosen) => onChange({ ...declared, chosen })}
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
