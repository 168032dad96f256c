import { MapPin, Undo2 } from 'lucide-react';
import { Button } from '../../../../ui/button/Button.tsx';
import { ReportField, type ReportFieldProps } from '../ReportField.tsx';
import { useIsChanged, type VisitValues } from './visit-values.ts';

export function VisitField({
  visit,
  onPutBack,
  ...props
}: Omit<ReportFieldProps, 'mark' | 'hint'> & {
  visit: VisitValues;
  onPutBack: (name: string, value: string) => void;
}) {
  const { name, label } = props.field;
  const isChanged = useIsChanged(visit, name);
  const sent = Object.hasOwn(visit.sent, name) ? visit.sent[name] : undefined;
  if (sent === undefined) return <ReportField {...props} />;
  if (!isChanged) return <ReportField {...props} mark={<FromVisit />} />;
  return (
    <ReportField
      {...props}
      hint={
        <span className="flex min-w-0 grow flex-wrap items-baseline gap-x-4">
          <span className="line-clamp-3 wrap-anywhere">
            Changed. The agent sent: <strong className="font-semibold text-ink">{sent}</strong>
          </span>
          <Button
            size="sm"
            variant="quiet"
            aria-label={`Put back ${label}`}
            className="-mx-2.5 -my-0.5"
            onClick={() => onPutBack(name, sent)}
          >
            <Undo2 aria-hidden />
            Put back
          </Button>
        </span>
      }
    />
  );
}

function FromVisit() {
  return (
    <span data-tip="From the visit" className="text-muted">
      <MapPin aria-hidden className="size-3.5" />
      <span className="sr-only">From the visit</span>
    </span>
  );
}
