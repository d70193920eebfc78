import { voucherKeyOf } from '@keepsake/contracts/orders/voucher-rules';
import { Button, TextInput } from '@mantine/core';
import '@mantine/core/styles/Input.layer.css';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiProblem } from '#/shared/api/api-problem.ts';
import { useAddVoucher } from './queries.ts';
import classes from './vouchers-page.module.css';

/** Accepts a code in any notation, and reports if there is no such voucher [VOU-02]. */
export function AddVoucher() {
  const { t } = useTranslation();
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const [isNone, setNone] = useState(false);
  const { mutate, isPending, error, reset } = useAddVoucher(() => setTyped(''));

  function submit(event: FormEvent) {
    event.preventDefault();
    // Does not look up a text that cannot be a code.
    const isCode = voucherKeyOf(typed) !== null;
    setNone(!isCode);
    if (!isCode) reset();
    else mutate(typed.trim(), { onError: () => field.current?.focus() });
    if (!isCode) field.current?.focus();
  }
  return (
    <form className={classes.add} onSubmit={submit} noValidate>
      <TextInput
        ref={field}
        className={classes.field}
        label={t('vouchers.code')}
        description={t('vouchers.codeHelp')}
        value={typed}
        error={isNone ? t('vouchers.unknown') : error && t(`vouchers.${textOf(error)}`)}
        onChange={({ currentTarget: { value } }) => {
          setTyped(value);
          setNone(false);
          if (error) reset();
        }}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
      />
      <Button type="submit" loading={isPending}>
        {t('vouchers.addButton')}
      </Button>
    </form>
  );
}

function textOf(error: Error): 'unknown' | 'tooMany' | 'addFailed' {
  const status = error instanceof ApiProblem ? error.status : 0;
  if (status === 404) return 'unknown';
  return status === 429 ? 'tooMany' : 'addFailed';
}
