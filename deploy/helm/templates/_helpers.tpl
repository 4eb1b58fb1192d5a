{{- define "tenantry.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end }}

{{- define "tenantry.pod" -}}
enableServiceLinks: false
{{- with .Values.image.pullSecrets }}
imagePullSecrets:
  {{- range . }}
  - name: {{ . }}
  {{- end }}
{{- end }}
securityContext:
  runAsNonRoot: true
  runAsUser: 1000
  runAsGroup: 1000
  fsGroup: 1000
  seccompProfile:
    type: RuntimeDefault
{{- end }}

{{- define "tenantry.account" -}}
{{- if eq .Values.driver "kubernetes" -}}
serviceAccountName: tenantry
automountServiceAccountToken: true
{{- else -}}
automountServiceAccountToken: false
{{- end }}
{{- end }}

{{- define "tenantry.container" -}}
image: {{ include "tenantry.image" . }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities:
    drop: [ALL]
{{- end }}

{{- define "tenantry.environment" -}}
envFrom:
  - configMapRef:
      name: tenantry
  # DATABASE_URL, SECRET_KEY, METRICS_TOKEN; also SMTP_URL and MAIL_FROM.
  - secretRef:
      name: {{ .Values.secretName }}
{{- end }}

{{- define "tenantry.migrated" -}}
# Waits for the job "migrate". Nothing loses patience with it, however long a migration takes.
initContainers:
  - name: migrated
    {{- include "tenantry.container" . | nindent 4 }}
    command: [node, --disable-warning=ExperimentalWarning, cli/main.ts, migrate, --wait]
    {{- include "tenantry.environment" . | nindent 4 }}
    resources:
      requests: { cpu: 20m, memory: 128Mi }
      limits: { cpu: '1', memory: 512Mi }
    volumeMounts:
      - name: tmp
        mountPath: /tmp
{{- end }}

{{- define "tenantry.live" -}}
# Never the database: a restart mends nothing there.
livenessProbe:
  httpGet:
    path: /healthz
    port: health
  periodSeconds: 20
  timeoutSeconds: 5
  failureThreshold: 6
startupProbe:
  httpGet:
    path: /readyz
    port: health
  periodSeconds: 2
  failureThreshold: 60
{{- end }}

{{- define "tenantry.spread" -}}
topologySpreadConstraints:
  - maxSkew: 1
    topologyKey: kubernetes.io/hostname
    whenUnsatisfiable: ScheduleAnyway
    labelSelector:
      matchLabels:
        app.kubernetes.io/name: tenantry
        app.kubernetes.io/component: {{ . }}
{{- end }}

{{- define "tenantry.checksum" -}}
{{- if eq .Release.Service "Helm" }}
annotations:
  # Other settings make other pods.
  checksum/config: {{ include "tenantry.settings" . | sha256sum }}
{{- end }}
{{- end }}

{{- define "tenantry.settings" -}}
PUBLIC_URL: {{ required "publicUrl: the address of the panel" .Values.publicUrl | quote }}
CABINET_DOMAIN: {{ required "cabinetDomain: cabinets are NAME.cabinetDomain" .Values.cabinetDomain | quote }}
CABINET_PORT: '443'
HEALTH_PORT: '9090'
VARIANT: {{ .Values.variant | quote }}
# The ingress controller's or gateway's addresses alone; never the network of all pods.
TRUST_PROXY: {{ required "trustProxy: the addresses of the ingress controller" .Values.trustProxy | quote }}
# Cabinets call the platform without a way through the ingress.
CABINET_API_URL: http://web.{{ .Release.Namespace }}.svc.cluster.local/api
CABINET_DRIVER: {{ .Values.driver }}
{{- if eq .Values.driver "embedded" }}
# The driver's calls, by https with the secret "{{ .Values.cabinets.tlsSecretName }}" (docs/scaling.md).
{{- if eq (include "tenantry.hasHosts" .) "yes" }}
CABINET_HOSTS: {{ include "tenantry.hosts" . | trimSuffix "," | quote }}
{{- else }}
CABINET_HOST_URL: https://cabinets:8444
{{- end }}
CABINET_HOST_TLS_CERT: /etc/tenantry/tls/tls.crt
CABINET_HOST_TLS_KEY: /etc/tenantry/tls/tls.key
{{- else if eq .Values.driver "kubernetes" }}
CABINET_TEMPLATE: /etc/tenantry/template/cabinet-template.yaml
CABINET_TEMPLATE_IMAGE: {{ include "tenantry.image" . }}
CABINET_TEMPLATE_SUSPENDED_HOST: cabinets.{{ .Release.Namespace }}.svc.cluster.local
{{- end }}
{{- if .Values.backups.url }}
BACKUP_URL: {{ .Values.backups.url | quote }}
BACKUP_EVERY: {{ .Values.backups.every | quote }}
BACKUP_RECIPIENT: {{ required "backups.recipient: a public key of age" .Values.backups.recipient | quote }}
BACKUP_KEEP: {{ .Values.backups.keep | quote }}
{{- end }}
{{- if .Values.signIn.issuer }}
OIDC_ISSUER: {{ .Values.signIn.issuer | quote }}
OIDC_CLIENT_ID: {{ required "signIn.clientId: what the provider calls this installation" .Values.signIn.clientId | quote }}
OIDC_ALLOWED_DOMAIN: {{ .Values.signIn.allowedDomain | quote }}
OIDC_NAME: {{ .Values.signIn.name | quote }}
{{- if .Values.signIn.only }}
OIDC_ONLY: '1'
{{- end }}
{{- end }}
{{- range $name, $value := .Values.settings }}
{{ $name }}: {{ $value | quote }}
{{- end }}
{{- end }}

{{- define "tenantry.sharedMounts" -}}
- name: backups
  mountPath: /data/backups
- name: tmp
  mountPath: /tmp
{{- if eq .Values.driver "embedded" }}
- name: ca
  mountPath: /etc/tenantry/ca
  readOnly: true
{{- else if eq .Values.driver "kubernetes" }}
- name: template
  mountPath: /etc/tenantry/template
  readOnly: true
{{- end }}
{{- end }}

{{- define "tenantry.sharedVolumes" -}}
- name: backups
  persistentVolumeClaim:
    claimName: backups
- name: tmp
  emptyDir:
    sizeLimit: 128Mi
{{- if eq .Values.driver "embedded" }}
- name: ca
  secret:
    secretName: {{ .Values.cabinets.tlsSecretName }}
    optional: true
    items:
      - key: ca.crt
        path: ca.crt
{{- else if eq .Values.driver "kubernetes" }}
- name: template
  configMap:
    name: cabinet-template
{{- end }}
{{- end }}

{{- define "tenantry.roleEnvironment" -}}
{{- if eq .Values.driver "embedded" }}
# Who made the certificate of the cabinet host.
- name: NODE_EXTRA_CA_CERTS
  value: /etc/tenantry/ca/ca.crt
{{- end }}
{{- end }}

{{- define "tenantry.panelHost" -}}
{{ .Values.publicUrl | trimPrefix "https://" | trimSuffix "/" | quote }}
{{- end }}

{{- define "tenantry.hasHosts" -}}
{{- if and (eq .Values.driver "embedded") (gt (int .Values.cabinets.hosts) 1) }}yes{{ end }}
{{- end }}

{{- define "tenantry.hosts" -}}
{{- range $number, $same := until (int .Values.cabinets.hosts) -}}
cabinets-{{ $number }}=https://cabinets-{{ $number }}.cabinet-hosts.{{ $.Release.Namespace }}.svc.cluster.local:8444,
{{- end }}
{{- end }}

{{- define "tenantry.hostRoles" -}}
{{- /* A backup of the installation is taken where the cabinets' files are, and by a worker. */ -}}
cabinets{{ if and .Values.backups.url (eq .Values.driver "embedded") }},worker{{ end }}
{{- end }}
