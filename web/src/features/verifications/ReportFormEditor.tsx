import { texts } from '@doorstep/contract/errors';
import type { ReportForm } from '@doorstep/contract/reports/definition';
import { prefill } from '@doorstep/contract/reports/prefill';
import { useDeferredValue, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { messageOf } from '../../lib/api-error.ts';
import { config } from '../../lib/config.ts';
import { formatDateTime } from '../../lib/format.ts';
import { AlertDialog } from '../../ui/AlertDialog.tsx';
import { Button } from '../../ui/Button.tsx';
import { Modal, ModalFooter } from '../../ui/Modal.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PhotoGallery } from './PhotoGallery.tsx';
import { type LooseVerification, photoKey, photosOf } from './photos.ts';
import { ReportField, type ReportFormValues } from './ReportField.tsx';
import { SectionIndex } from './SectionIndex.tsx';
import { useGenerateReport } from './use-generate-report.ts';
import { useReportDraft } from './use-report-draft.ts';

interface ReportFormEditorProps {
  id: string;
  form: ReportForm;
  verification: LooseVerification;
  onClose: () => void;
}

/** A whole report form, prefilled, with a draft kept in the browser until its PDF is downloaded. */
export function ReportFormEditor({ id, form, verification, onClose }: ReportFormEditorProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const draft = useReportDraft(id, form.template);
  const [prefilled] = useState(() => prefill(form, verification, config().timeZone));
  const { register, getValues, reset } = useForm<ReportFormValues>({
    defaultValues: { ...prefilled, ...draft.restored?.values },
  });
  const [removed, setRemoved] = useState<string[]>(draft.restored?.removed ?? []);
  const photos = photosOf(verification);
  const kept = photos.filter((photo) => !removed.includes(photoKey(photo.url)));
  const finish = () => {
    draft.discard();
    onClose();
  };
  const report = useGenerateReport({ id, form, onDone: finish });

  const leaveOut = (keys: string[]) => {
    setRemoved(keys);
    draft.keep({ values: getValues(), removed: keys });
  };
  const startOver = () => {
    draft.discard();
    reset(prefilled);
    setRemoved([]);
  };

  // What is in sight is there first; the rest of the fields follow without holding up a key.
  const sections = useDeferredValue(form.sections, form.sections.slice(0, 2));

  const images = (
    <div className="space-y-2">
      <p className="flex flex-wrap items-center gap-x-3 text-sm">
        <span role="status" className="font-semibold">
          {kept.length} {kept.length === 1 ? 'image' : 'images'}
        </span>
        {removed.length > 0 && (
          <Button size="sm" variant="quiet" onClick={() => leaveOut([])}>
            Put back {photos.length - kept.length} removed
          </Button>
        )}
      </p>
      <PhotoGallery
        photos={kept}
        onRemove={
          form.removableImages ? (photo) => leaveOut([...removed, photoKey(photo.url)]) : undefined
        }
        empty="No images available. Contact support if this is unexpected."
      />
    </div>
  );

  return (
    <Modal
      title={form.title}
      subtitle={`${verification.applicant ?? ''} · ${verification.applicant_ids ?? ''}`}
      size="xl"
      isTall
      isBusy={report.isPending}
      isDirty={draft.isLost}
      onClose={onClose}
    >
      <form
        className="contents"
        noValidate
        onInput={() => draft.keepSoon(() => ({ values: getValues(), removed }))}
        onSubmit={(event) => {
          event.preventDefault();
          report.generate(getValues(), removed);
        }}
      >
        <div className="flex min-h-0 grow">
          <SectionIndex titles={form.sections.map(({ title }) => title)} scroller={scroller} />
          <div ref={scroller} className="min-w-0 grow overflow-y-auto overscroll-contain px-5 py-4">
            {draft.restored && (
              <div className="mb-4">
                <Notice
                  tone="info"
                  action={
                    <Button size="sm" onClick={startOver}>
                      Start over
                    </Button>
                  }
                >
                  This is your draft of{' '}
                  {formatDateTime(new Date(draft.restored.savedAt).toISOString())}.
                </Notice>
              </div>
            )}
            <div className="space-y-5.5">
              {sections.map((section) => (
                <section
                  key={section.title}
                  data-section
                  aria-label={section.title}
                  // Out of sight it isn't laid out. Such a section clips: the padding keeps outlines whole.
                  className="-mx-1.5 scroll-mt-2 px-1.5 pb-1.5 [contain-intrinsic-size:auto_20rem] [content-visibility:auto]"
                >
                  <h3 className="mb-2.5 border-b border-rule pb-1.5 text-base font-bold text-accent">
                    {section.title}
                  </h3>
                  <div className="grid gap-x-4 gap-y-3 sm:grid-cols-2 lg:grid-cols-3">
                    {section.fields.map((field) => (
                      <ReportField
                        key={field.name}
                        field={field}
                        register={register}
                        images={images}
                      />
                    ))}
                  </div>
                </section>
              ))}
            </div>
          </div>
        </div>
        <ModalFooter>
          <p className="me-auto text-sm text-muted">
            {report.error
              ? messageOf(report.error, '')
              : draft.isLost
                ? 'The browser has no room for a draft: save before closing.'
                : 'A draft is kept in this browser until you download.'}
          </p>
          <Button disabled={report.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" isBusy={report.isPending}>
            {report.isPending ? 'Downloading...' : 'Save & Download'}
          </Button>
        </ModalFooter>
      </form>
      {report.isAlerting && <AlertDialog text={texts.pdf.generate} onClose={report.dismissAlert} />}
    </Modal>
  );
}
