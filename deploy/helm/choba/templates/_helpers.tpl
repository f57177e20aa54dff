{{- define "choba.labels" -}}
app.kubernetes.io/name: choba
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "choba.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end }}

{{- define "choba.podSecurity" -}}
runAsNonRoot: true
runAsUser: 10001
runAsGroup: 10001
fsGroup: 10001
seccompProfile: { type: RuntimeDefault }
{{- end }}

{{- define "choba.containerSecurity" -}}
readOnlyRootFilesystem: true
allowPrivilegeEscalation: false
capabilities: { drop: [ALL] }
{{- end }}

{{- define "choba.settings" -}}
- configMapRef: { name: {{ .Release.Name }}-settings }
- secretRef: { name: {{ .Values.secrets.settings }} }
{{- end }}
