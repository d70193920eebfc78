import { judgeVoucher, type VoucherItem, voucherKeyOf } from '@keepsake/contracts/orders/voucher-rules';
import { getOffer, type Voucher } from '@keepsake/contracts/orders/vouchers';
import { Button, TextInput } from '@mantine/core';
import '@mantine/core/styles/Input.layer.css';
import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useVoucherWords } from '#/features/orders/vouchers/index.ts';
import { isAbsent, isTooOften } from '#/shared/api/api-problem.ts';
import { call } from '#/shared/api/call.ts';
import { serverNow } from '#/shared/server-time.ts';
import { useMutation } from '#/shared/use-mutation.ts';
import classes from './order-panel.module.css';

/** The voucher entered in the order panel, and what it takes off the current choice; nothing if it does not apply. */
export function useVoucher(item: VoucherItem) {
  const [voucher, setVoucher] = useState<Voucher | null>(null);
  const verdict = voucher && judgeVoucher(voucher, item, serverNow());
  const takenOff = verdict?.isUsable ? (verdict.takesOff ?? 0) : 0;
  return { voucher, setVoucher, verdict, takenOff, item };
}

type Props = { chosen: ReturnType<typeof useVoucher> };

/** Accepts a voucher code and shows what it takes off, or why it cannot be used. */
export function VoucherField({ chosen }: Props) {
  const { t } = useTranslation();
  const { wordsOf } = useVoucherWords();
  const { voucher, verdict, item, setVoucher } = chosen;
  if (!voucher || !verdict) return <CodeField onFound={setVoucher} />;
  const words = wordsOf(voucher, item, verdict);
  return (
    <div className={classes.voucher} data-refused={!verdict.isUsable || undefined}>
      <p role="status">{t('demoShop.voucherOff', { code: voucher.code, words })}</p>
      <Button variant="subtle" onClick={() => setVoucher(null)}>
        {t('demoShop.removeVoucher')}
      </Button>
    </div>
  );
}

function CodeField({ onFound }: { onFound: (voucher: Voucher) => void }) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const { mutate, isPending, isSuccess, data, error, reset } = useMutation({
    mutationFn: findVoucher,
    meta: { action: 'LOAD_VOUCHER', invalidates: [] },
    onSuccess: (found) => found && onFound(found),
  });
  const isNone = isSuccess && data === null;

  function find() {
    if (typed.trim()) mutate(typed.trim());
  }
  function findOnEnter(event: KeyboardEvent) {
    if (event.key !== 'Enter') return;
    // Keeps Enter in this field from placing the order.
    event.preventDefault();
    find();
  }
  return (
    <div className={classes.voucher}>
      <TextInput
        className={classes.voucherCode}
        label={t('demoShop.voucherCode')}
        value={typed}
        error={isNone ? t('vouchers.unknown') : error && t(textOf(error))}
        onChange={({ currentTarget: { value } }) => {
          setTyped(value);
          if (isNone || error) reset();
        }}
        onKeyDown={findOnEnter}
        autoComplete="off"
        spellCheck={false}
      />
      <Button variant="default" loading={isPending} onClick={find}>
        {t('demoShop.useVoucher')}
      </Button>
    </div>
  );
}

/** The voucher for a typed code, null if there is none [VOU-02]. Throws any other failure with its status [VOU-03]. */
async function findVoucher(code: string): Promise<Voucher | null> {
  if (voucherKeyOf(code) === null) return null;
  try {
    return await call(getOffer, { params: { code } });
  } catch (error) {
    if (isAbsent(error)) return null;
    throw error;
  }
}

const textOf = (error: Error) => (isTooOften(error) ? 'vouchers.tooMany' : 'vouchers.addFailed');
