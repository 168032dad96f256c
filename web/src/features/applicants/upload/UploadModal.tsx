import { Upload } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { FileDrop } from '../../../domain/uploads/FileDrop.tsx';
import { UploadsLink } from '../../../domain/uploads/UploadedLinks.tsx';
import { UploadProgress } from '../../../domain/uploads/UploadProgress.tsx';
import { FormModal } from '../../../ui/dialog/FormModal.tsx';
import { findFileProblem, spreadsheetTypes } from './check-spreadsheet.ts';
import { TemplateLink } from './TemplateLink.tsx';
import { UploadSummary } from './UploadSummary.tsx';
import { useUpload } from './use-upload.ts';

const sending = {
  question: 'Stop the upload and close?',
  stay: 'Keep uploading',
  leave: 'Stop upload',
};
const checking = {
  question: 'The file was already sent, and its rows may still be saved. Close without waiting?',
  stay: 'Keep waiting',
  leave: 'Close',
};

export default function UploadModal({ onClose }: { onClose: () => void }) {
  const [file, setFile] = useState<File>();
  const [refusal, setRefusal] = useState<string>();
  const { upload, share, stop } = useUpload();
  const isSent = share === 1;
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (upload.isError) button.current?.focus();
  }, [upload.isError]);

  function choose(chosen: File) {
    const reason = findFileProblem(chosen);
    setRefusal(reason);
    setFile(reason ? undefined : chosen);
    upload.reset();
  }

  return (
    <FormModal
      title="Upload Applicants"
      size={upload.isSuccess ? 'lg' : 'md'}
      isDirty={upload.isPending}
      closeWarning={isSent ? checking : sending}
      error={refusal ?? upload.error?.message}
      submit={{
        label: (
          <>
            <Upload aria-hidden /> {upload.isPending ? 'Uploading...' : 'Upload'}
          </>
        ),
        isDisabled: !file || upload.isPending,
        buttonRef: button,
      }}
      success={
        upload.isSuccess
          ? {
              details: <UploadSummary result={upload.data} fileName={file?.name} />,
              again: {
                label: 'Upload another file',
                onClick: () => {
                  setFile(undefined);
                  upload.reset();
                },
              },
            }
          : undefined
      }
      onSubmit={() => file && upload.mutate(file)}
      onClose={() => {
        stop();
        onClose();
      }}
    >
      <FileDrop
        file={file}
        error={refusal}
        accept={spreadsheetTypes}
        formats="Supported formats: XLSX, XLS. Maximum size: 5MB."
        isDisabled={upload.isPending}
        onChoose={choose}
      />
      {upload.isPending && <UploadProgress share={share} />}
      <TemplateLink />
      {!upload.isPending && <UploadsLink />}
    </FormModal>
  );
}
