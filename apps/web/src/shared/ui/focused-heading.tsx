import { useEffect, useRef } from 'react';

type Props = { order: 2 | 3; className: string | undefined; children: string };

/** A heading that takes the focus when it appears, so that a new step is announced. */
export function FocusedHeading({ order, className, children }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const Heading = `h${order}` as const;
  return (
    <Heading ref={heading} tabIndex={-1} className={className}>
      {children}
    </Heading>
  );
}
