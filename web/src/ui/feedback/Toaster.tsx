import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { dismissToast, type Toast, useToasts } from './toast.ts';

/** Must be mounted only once. */
export function Toaster() {
  const toasts = useToasts();
  return (
    // With this attribute, React Aria's dialogs don't hide toasts, and a click on a toast doesn't close a
    // dialog.
    <section
      aria-label="Notifications"
      data-react-aria-top-layer="true"
      className="toaster pointer-events-none fixed inset-e-0 bottom-0 z-50 flex w-full max-w-sm flex-col gap-2 p-4"
    >
      {toasts.map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
    </section>
  );
}

function ToastCard({ toast }: { toast: Toast }) {
  const [isHeld, setHeld] = useState(false);
  const left = useRef(toast.duration);

  useEffect(() => {
    if (isHeld || left.current === Number.POSITIVE_INFINITY) return;
    const started = Date.now();
    const timer = setTimeout(() => dismissToast(toast.id), left.current);
    return () => {
      clearTimeout(timer);
      left.current -= Date.now() - started;
    };
  }, [isHeld, toast.id]);

  const isError = toast.tone === 'error';
  const Icon = isError ? CircleAlert : CircleCheck;
  return (
    <div
      role={isError ? 'alert' : 'status'}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      className={`toast pointer-events-auto flex items-start gap-2.5 rounded-lg border bg-panel py-2.5 ps-3 pe-2 shadow-float ${isError ? 'border-negative/50' : 'border-positive/50'}`}
    >
      <Icon
        aria-hidden
        className={`mt-0.5 size-4 shrink-0 ${isError ? 'text-negative' : 'text-positive'}`}
      />
      <p className="grow wrap-anywhere">{toast.text}</p>
      <button
        type="button"
        aria-label="Dismiss"
        onClick={() => dismissToast(toast.id)}
        className="-my-0.5 grid size-6 shrink-0 place-items-center rounded-sm text-muted hover:bg-hover hover:text-ink"
      >
        <X aria-hidden className="size-3.5" />
      </button>
    </div>
  );
}
