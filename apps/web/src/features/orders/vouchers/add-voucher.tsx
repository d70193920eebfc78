import { voucherKeyOf } from '@keepsake/contracts/orders/voucher-rules';
import { Button, TextInput } from '@mantine/core';
import '@mantine/core/styles/Input.layer.css';
import { useTranslation } from 'react-i18next';
import { isAbsent, isTooOften } from '#/shared/api/api-problem.ts';
import { useForm } from '#/shared/use-form.ts';
import { useAddVoucher } from './queries.ts';
import classes from './vouchers-page.module.css';

/** Accepts a code in any notation, and reports if there is no such voucher [VOU-02]. */
export function AddVoucher() {
  const { t } = useTranslation();
  const { mutate, isPending, error, reset } = useAddVoucher(() => change({ code: '' }));
  const { form, textField, change, focusOn, isWrong } = useForm({
    initial: { code: '' },
    // Does not look up a text that cannot be a code.
    faultsOf: ({ code }) => (voucherKeyOf(code) === null ? ['code'] : []),
    unsaved: 'forgettable',
    judging: 'sent',
    onChange() {
      if (error) reset();
    },
    onSubmit: ({ code }) => mutate(code.trim(), { onError: () => focusOn('code') }),
  });
  return (
    <form {...form} className={classes.add}>
      <TextInput
        {...textField('code')}
        className={classes.field}
        label={t('vouchers.code')}
        description={t('vouchers.codeHelp')}
        error={isWrong('code') ? t('vouchers.unknown') : error && t(`vouchers.${textOf(error)}`)}
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
  if (isAbsent(error)) return 'unknown';
  return isTooOften(error) ? 'tooMany' : 'addFailed';
}
