#ifndef CTUMBLE_DBUS_SHIM_H
#define CTUMBLE_DBUS_SHIM_H

#include <dbus/dbus.h>

// The codes of types: Swift does not see macros with casts.
static const int ctumble_dbus_string = DBUS_TYPE_STRING;
static const int ctumble_dbus_uint32 = DBUS_TYPE_UINT32;
static const int ctumble_dbus_variant = DBUS_TYPE_VARIANT;

#endif
