#!/bin/bash
# Runs the commands of the guide's installation on a machine of its own: namespaces for files, network and processes, in which
# only systemd, the packages and the build are stood in for. Arguments: the project, the commands, PostgreSQL's version.
set -eu
root=$1 commands=$2 version=$3
scratch=$(mktemp -d)
mount -t tmpfs -o mode=0755 none "$scratch"
for folder in etc opt var; do
  mkdir -p "$scratch/$folder/upper" "$scratch/$folder/work"
  mount -t overlay overlay -o "lowerdir=/$folder,upperdir=$scratch/$folder/upper,workdir=$scratch/$folder/work" "/$folder"
done
mount -t tmpfs -o mode=0755 none /run
ip link set lo up
install -d -o postgres -g postgres /run/postgresql
pg_ctlcluster "$version" main start

apt-get() { :; }
git() {
  case $1 in
    clone) mkdir -p /opt/choba/src && mount --bind "$root" /opt/choba/src ;;
    describe) echo reviewed ;;
  esac
}
npm() { :; }

# The program of a transient unit, with its settings alone, as `launch` does it for those in files.
mkdir /run/programs
cat > /run/programs/systemd-run <<'STUB'
#!/bin/bash
set -eu
declare -a settings=(PATH="$PATH" HOME=/nonexistent) given=()
while [ "${1#--}" != "$1" ]; do
  case $1 in
    --quiet | --pipe | --wait | --collect | --gid=*) ;;
    --uid=*) user=${1#*=} ;;
    --working-directory=*) cd "${1#*=}" ;;
    --setenv=*) given+=("${1#--setenv=}") ;;
    --property=EnvironmentFile=*)
      while IFS= read -r line; do [ -z "$line" ] || settings+=("$line"); done < "${1#--property=EnvironmentFile=}" ;;
    *) echo "systemd-run: $1 is not known here" >&2; exit 1 ;;
  esac
  shift
done
exec setpriv --reuid "$user" --regid "$user" --init-groups env -i "${given[@]}" "${settings[@]}" "$@"
STUB
chmod +x /run/programs/systemd-run
PATH=/run/programs:$PATH

unit() { # FILE KEY: each value of the key
  sed -n "s/^$2=//p" "$1"
}

launch() { # UNIT [INSTANCE]: the process of a unit, as its user, with its settings alone
  local file=/etc/systemd/system/$1.service
  local user; user=$(unit "$file" User)
  local -a settings=(PATH="$PATH" HOME=/nonexistent)
  while read -r env; do
    while IFS= read -r line; do [ -z "$line" ] || settings+=("$line"); done < "$env"
  done < <(unit "$file" EnvironmentFile)
  for pair in $(unit "$file" Environment); do settings+=("${pair//%i/${2:-}}"); done
  [ -z "$(unit "$file" StateDirectory)" ] || install -d -m 0700 -o "$user" /var/lib/choba
  cd "$(unit "$file" WorkingDirectory | grep . || echo /)"
  # shellcheck disable=SC2046
  exec setpriv --reuid "$user" --regid "$user" --init-groups env -i "${settings[@]}" $(unit "$file" ExecStart)
}

systemctl() {
  local action=$1; shift
  [ "${1:-}" = --now ] && shift
  case $action in
    daemon-reload) systemd-analyze verify /etc/systemd/system/choba-*.service /etc/systemd/system/choba-*.timer ;;
    reload) nginx -s reload 2>/dev/null || nginx ;;
    start) (launch "$1") ;;
    enable)
      for name in "$@"; do
        case $name in
          *.timer) ;;
          *@*) (launch "${name%%@*}@" "${name##*@}") >> "/run/$name.log" 2>&1 & ;;
          *) (launch "$name") >> "/run/$name.log" 2>&1 & ;;
        esac
      done ;;
  esac
}

# What the guide leaves to its reader, before the step that needs it.
fill_in() {
  sed -i 's/_API_KEY=$/_API_KEY=a-key-of-the-drill/; s/_SECRET_KEY=$/_SECRET_KEY=a-secret-of-the-drill/' /etc/choba/choba.env
  # What a shell would not read as it is.
  echo 'SMTP_URL=smtp://127.0.0.1:2525/?a=b&c=d' >> /etc/choba/choba.env
  echo 'SMTP_FROM=Choba <choba@example.com>' >> /etc/choba/choba.env
}
certificate() {
  install -d -m 0700 /etc/ssl/choba
  openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=payments.example.com \
    -keyout /etc/ssl/choba/tls.key -out /etc/ssl/choba/tls.crt 2> /dev/null
}

problem() { echo "--- a command failed: $BASH_COMMAND"; tail -n 5 /run/*.log /var/log/nginx/error.log 2> /dev/null || true; }
trap problem ERR
set -E
. "$commands"

say() { echo "checked: $1"; }
site() { curl --silent --insecure --output "${2:-/dev/null}" --write-out '%{http_code}' \
  --resolve payments.example.com:443:127.0.0.1 "https://payments.example.com$1"; }
for port in 3001 3002 3011 3012; do
  curl --silent --fail --retry 30 --retry-delay 1 --retry-connrefused "http://127.0.0.1:$port/api/ready" > /dev/null
done
say "every process is ready"
[ "$(site /sign-in)" = 200 ] && say "the sign-in page is served through nginx"
[ "$(site /api/callbacks/production/unknown)" = 405 ] && say "callbacks reach the ingest process"
[ "$(site /api/ready)" = 404 ] && say "monitoring is not served to the internet"
/opt/choba/run.sh restore-check 2>&1 | grep -q '^production: asked about 0 orders' && say "a program runs with the settings of the units"
systemctl start choba-backup | grep -q "^backup: /var/backups/choba/" && say "a backup is made"
[ "$(runuser -u postgres -- psql -Atc 'select role from users' choba)" = admin ] && say "the first admin was added"
