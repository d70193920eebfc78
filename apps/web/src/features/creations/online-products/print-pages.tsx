import type { WholeProduct } from '@keepsake/contracts/creations/online-products';
import { LARGEST_THUMBNAIL, pictureAt } from '@keepsake/contracts/platform/limits';
import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { PrintIcon } from '#/shared/ui/icons.tsx';
import classes from './print-pages.module.css';

/** Sharp enough for a sheet printed at home, while forty of them still load quickly. */
const SIZE = LARGEST_THUMBNAIL;

/** Prints all pages, one picture per sheet, once their pictures have loaded. */
export function PrintButton({ product }: { product: WholeProduct }) {
  const { t } = useTranslation();
  const [isPrinting, setPrinting] = useState(false);
  return (
    <>
      <Button
        variant="default"
        leftSection={<PrintIcon size={18} />}
        loading={isPrinting}
        onClick={() => setPrinting(true)}
      >
        {t('onlineProducts.print')}
      </Button>
      {isPrinting &&
        createPortal(<Sheets product={product} onDone={() => setPrinting(false)} />, document.body)}
    </>
  );
}

/** Hidden beside the page until printing. */
function Sheets({ product, onDone }: { product: WholeProduct; onDone: () => void }) {
  const sheets = useRef<HTMLDivElement>(null);
  const done = useRef(onDone);
  done.current = onDone;
  useEffect(() => {
    let isLeft = false;
    const pictures = [...(sheets.current?.querySelectorAll('img') ?? [])];
    // A failed picture leaves an empty sheet; the others are printed.
    void Promise.allSettled(pictures.map((picture) => picture.decode())).then(() => {
      if (isLeft) return;
      window.print();
      done.current();
    });
    return () => {
      isLeft = true;
    };
  }, []);
  return (
    <div ref={sheets} className={classes.sheets} data-sheets aria-hidden="true">
      {product.pages.map(({ pictureUrl }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: pages are identified by their position
        <div key={place} className={classes.sheet}>
          {pictureUrl && <img src={pictureAt(pictureUrl, SIZE)} alt="" />}
        </div>
      ))}
    </div>
  );
}
