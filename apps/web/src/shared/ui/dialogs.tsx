import { type ComponentType, lazy, Suspense } from 'react';
import { create } from 'zustand';

/** What the outlet hands to every dialog. A closed one stays mounted, so that its closing is animated. */
export type DialogProps = { isOpen: boolean; onClose: () => void };

type Shown = { Component: ComponentType<DialogProps>; props: object; isOpen: boolean };

/** The dialogs opened so far, by name. */
const useDialogs = create<{ shown: ReadonlyMap<string, Shown> }>(() => ({ shown: new Map() }));

function put(name: string, shown: Shown): void {
  useDialogs.setState((state) => ({ shown: new Map(state.shown).set(name, shown) }));
}

function close(name: string): void {
  const shown = useDialogs.getState().shown.get(name);
  if (shown) put(name, { ...shown, isOpen: false });
}

/**
 * A dialog that any page can open. `load` imports its module, whose default export is the component, when it is first
 * opened. `name` is unique in the app. Opening again replaces the props.
 */
export function defineDialog<Props extends object = object>(
  name: string,
  load: () => Promise<{ default: ComponentType<Props & DialogProps> }>,
): { open(...args: object extends Props ? [props?: Props] : [props: Props]): void; close(): void } {
  // The outlet renders it with its own props and those of DialogProps together.
  const Component = lazy(load) as unknown as ComponentType<DialogProps>;
  return {
    open: (props = {} as Props) => put(name, { Component, props, isOpen: true }),
    close: () => close(name),
  };
}

/** Closes every dialog and forgets its props and state: when the customer signs out, and between tests. */
export function closeAllDialogs(): void {
  useDialogs.setState({ shown: new Map() });
}

/** Renders every dialog, once, beside the pages. While one is loaded the others stay as they are. */
export function DialogOutlet() {
  const { shown } = useDialogs();
  return [...shown].map(([name, { Component, props, isOpen }]) => (
    <Suspense key={name} fallback={null}>
      <Component {...props} isOpen={isOpen} onClose={() => close(name)} />
    </Suspense>
  ));
}
