#!/usr/bin/env bash
# A whole S3 server on one machine, for tests and trials: Ceph's monitor, one store and its S3 gateway.
# Needs the packages ceph-mon ceph-osd ceph-common radosgw.
#   ops/ceph-s3.sh start|stop FOLDER [GATEWAY_PORT MONITOR_PORT]
# Access key `test`, secret `testsecret`. CEPH_STORE=memstore keeps objects in memory only.
set -euo pipefail

act=${1:?start or stop}
folder=${2:?a folder of its own}
gateway_port=${3:-7480}
monitor_port=${4:-3300}
conf=$folder/ceph.conf

# By its executable and not by its number alone: numbers are used again.
is_running() {
  local pid
  pid=$(cat "$folder/$1.pid" 2>/dev/null) || return 1
  [[ $(readlink "/proc/$pid/exe" 2>/dev/null) == */"$2" ]]
}

stop_one() {
  for _ in {1..200}; do
    is_running "$1" "$2" || return 0
    kill "$(cat "$folder/$1.pid")" 2>/dev/null || true
    sleep 0.1
  done
  echo "$2 does not end" >&2
  return 1
}

if [ "$act" = stop ]; then
  stop_one gateway radosgw
  stop_one store ceph-osd
  stop_one monitor ceph-mon
  exit
fi

mkdir -p "$folder/monitor" "$folder/store"
if [ ! -f "$conf" ]; then
  cat >"$conf" <<END
[global]
fsid = $(cat /proc/sys/kernel/random/uuid)
mon_host = v2:127.0.0.1:$monitor_port
public_addr = 127.0.0.1
cluster_addr = 127.0.0.1
ms_bind_msgr1 = false
ms_mon_client_mode = crc
auth_cluster_required = none
auth_service_required = none
auth_client_required = none
mon_data = $folder/monitor
osd_data = $folder/store
run_dir = $folder
crash_dir = $folder
log_file = $folder/\$type.log
osd_objectstore = ${CEPH_STORE:-bluestore}
bluestore_block_size = 21474836480
bluestore_cache_size = 134217728
osd_pool_default_size = 1
osd_pool_default_pg_num = 1
osd_crush_chooseleaf_type = 0
mon_allow_pool_size_one = true
mon_data_avail_crit = 1
paxos_propose_interval = 0.05
paxos_min_wait = 0.01
rgw_frontends = beast endpoint=127.0.0.1:$gateway_port
debug_rgw = 0
END
fi

if [ ! -d "$folder/monitor/store.db" ]; then
  fsid=$(awk '/^fsid/ { print $3 }' "$conf")
  monmaptool --create --addv a "[v2:127.0.0.1:$monitor_port]" --fsid "$fsid" "$folder/monmap" >/dev/null
  ceph-mon -c "$conf" --mkfs -i a --monmap "$folder/monmap" >/dev/null
fi
is_running monitor ceph-mon || ceph-mon -c "$conf" -i a --pid-file "$folder/monitor.pid"

if [ ! -f "$folder/store.made" ]; then
  uuid=$(cat /proc/sys/kernel/random/uuid)
  ceph -c "$conf" osd new "$uuid" >/dev/null
  ceph-osd -c "$conf" -i 0 --mkfs --osd-uuid "$uuid" 2>/dev/null
  touch "$folder/store.made"
fi
is_running store ceph-osd || ceph-osd -c "$conf" -i 0 --pid-file "$folder/store.pid" >/dev/null 2>&1

if [ ! -f "$folder/user.json" ]; then
  radosgw-admin -c "$conf" user create --uid=app --display-name=app \
    --access-key=test --secret-key=testsecret >"$folder/user.draft" 2>/dev/null
  mv "$folder/user.draft" "$folder/user.json"
fi
is_running gateway radosgw || radosgw -c "$conf" -n client.rgw --pid-file "$folder/gateway.pid"

for _ in {1..300}; do
  curl -fso /dev/null "127.0.0.1:$gateway_port" && exit
  sleep 0.1
done
echo "the gateway does not answer" >&2
exit 1
